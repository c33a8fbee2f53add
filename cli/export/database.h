// A new SQLite database in memory. What fails here is a mistake of ours or a lack of memory, and throws.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudep::exports {

class Database {
 public:
  Database();
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const char* sql);
  /// The file that the database would be.
  [[nodiscard]] std::string bytes() const;

 private:
  friend class Insertion;
  void check(int result) const;
  sqlite3* handle_ = nullptr;
};

/// `insert into TABLE values (?, …)`, row after row.
class Insertion {
 public:
  Insertion(Database& database, std::string_view table, int columns);
  ~Insertion();
  Insertion(const Insertion&) = delete;
  Insertion& operator=(const Insertion&) = delete;

  template <class... Values>
  void add(const Values&... values) {
    int column = 0;
    (bind(++column, values), ...);
    step();
  }

 private:
  void bind(int column, std::int64_t value);
  void bind(int column, std::string_view value);
  void bind(int column, std::nullopt_t);
  template <class Value>
  void bind(int column, const std::optional<Value>& value) {
    if (value) return bind(column, *value);
    bind(column, std::nullopt);
  }
  void step();

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace cudep::exports
