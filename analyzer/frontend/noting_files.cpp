// A file system between clang and the machine's.
#include "analyzer/frontend/noting_files.h"

#include <llvm/Support/MemoryBuffer.h>

namespace cudep::frontend {

namespace {

class NotedFile : public llvm::vfs::File {
 public:
  NotedFile(std::unique_ptr<llvm::vfs::File> file, std::string path, const inputs::Look& look, ReadFiles& into)
      : file_(std::move(file)), path_(std::move(path)), look_(look), into_(into) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t size,
                                                               bool needs_terminator, bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, needs_terminator, is_volatile);
    if (buffer) into_.note_content(path_, look_, (*buffer)->getBuffer());
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
  std::string path_;
  inputs::Look look_;
  ReadFiles& into_;
};

class NotingFileSystem : public llvm::vfs::ProxyFileSystem {
 public:
  NotingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, ReadFiles& into)
      : ProxyFileSystem(std::move(files)), into_(into) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto status = ProxyFileSystem::status(path);
    note_whether(bool(status), path);
    return status;
  }
  bool exists(const llvm::Twine& path) override {
    const bool is_there = ProxyFileSystem::exists(path);
    note_whether(is_there, path);
    return is_there;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    std::string name = absolute(path);
    const auto look = inputs::look(name);  // before the content, so that a change between the two is seen later
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file || !look) {
      note_whether(bool(file), path);
      return file;
    }
    return std::make_unique<NotedFile>(std::move(*file), std::move(name), *look, into_);
  }
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder, std::error_code& error) override {
    auto entries = ProxyFileSystem::dir_begin(folder, error);
    if (error)
      into_.note_absent(absolute(folder));
    else
      into_.note_listed(absolute(folder));
    return entries;
  }

 private:
  [[nodiscard]] std::string absolute(const llvm::Twine& path) const {
    llvm::SmallString<256> full;
    path.toVector(full);
    makeAbsolute(full);
    return full.str().str();
  }
  void note_whether(bool is_there, const llvm::Twine& path) {
    if (is_there)
      into_.note_present(absolute(path));
    else
      into_.note_absent(absolute(path));
  }

  ReadFiles& into_;
};

}  // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> noting(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                                                       ReadFiles& into) {
  return llvm::makeIntrusiveRefCnt<NotingFileSystem>(std::move(files), into);
}

}  // namespace cudep::frontend
