// Calls of SQLite.
#include "cli/export/database.h"

#include <memory>
#include <stdexcept>

namespace cudep::exports {

Database::Database() { check(sqlite3_open(":memory:", &handle_)); }
Database::~Database() { sqlite3_close(handle_); }

void Database::execute(const char* sql) { check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }

std::string Database::bytes() const {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> image(sqlite3_serialize(handle_, "main", &size, 0),
                                                              sqlite3_free);
  if (!image) check(SQLITE_NOMEM);
  return {reinterpret_cast<const char*>(image.get()), static_cast<std::size_t>(size)};
}

void Database::check(int result) const {
  if (result != SQLITE_OK && result != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(handle_));
}

Insertion::Insertion(Database& database, std::string_view table, int columns) : database_(database) {
  std::string sql = "insert into " + std::string(table) + " values (?";
  for (int i = 1; i < columns; ++i) sql += ", ?";
  sql += ")";
  database_.check(sqlite3_prepare_v2(database_.handle_, sql.c_str(), -1, &statement_, nullptr));
}

Insertion::~Insertion() { sqlite3_finalize(statement_); }

void Insertion::bind(int column, std::int64_t value) { database_.check(sqlite3_bind_int64(statement_, column, value)); }

void Insertion::bind(int column, std::string_view value) {
  database_.check(
      sqlite3_bind_text(statement_, column, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
}

void Insertion::bind(int column, std::nullopt_t) { database_.check(sqlite3_bind_null(statement_, column)); }

void Insertion::step() {
  database_.check(sqlite3_step(statement_));
  database_.check(sqlite3_reset(statement_));
}

}  // namespace cudep::exports
