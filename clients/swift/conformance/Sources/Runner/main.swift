// The runner of the conformance suite (clients/conformance/README.md). The main thread is the one of the listeners.
import Foundation

Thread.detachNewThread {
  let commands = Commands()
  while let line = readLine() {
    FileHandle.standardOutput.write(commands.answer(line) + Data("\n".utf8))
  }
  exit(0)
}
dispatchMain()
