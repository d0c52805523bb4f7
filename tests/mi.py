#!/usr/bin/env python3
"""mi.py EULAB LAUNCH.json [COMMAND...] - a session of gdb's machine interface with a server of EULAB, as an editor has it. In place
of LAUNCH.json `cl OPTIONS -- PROGRAM` is a program under the driver.

Each COMMAND is sent when the one before is answered: `-exec-...` waits for the stop, too. `CONNECT` is -target-select. What gdb
says is printed without tokens, console text and times, the server's address as SERVER."""
import os, re, subprocess, sys, tempfile

SILENT = ("~", "&", "=library", "=thread-group", "=thread-created", "=thread-exited", "=cmd-param-changed", "=memory-changed", "(gdb)")


class Session:
    def __init__(self, eulab, launch):
        self.work = tempfile.TemporaryDirectory()
        self.at = os.path.join(self.work.name, "socket")
        how = launch.split() if launch.startswith("cl ") else ["serve", "--launch", launch]
        self.server = subprocess.Popen([eulab, how[0], "--listen", "unix:" + self.at] + how[1:], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.server.stderr.readline()
        if "Listening" not in line:
            sys.exit(line + self.server.stderr.read())
        command = ["gdb", "-nx", "--interpreter=mi", "-q", "-ex", "set debuginfod enabled off", "-ex", "set width 0"]
        self.gdb = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, HOME=self.work.name))

    def say(self, line):
        for before, after in ((self.at, "SERVER"), (os.getcwd() + "/", "")):
            line = line.replace(before, after)
        line = re.sub(r'(,times=\{[^}]*\}|,core="\d+"|,original-location="[^"]*"|,fullname="[^"]*")', "", line)
        print(line, flush=True)

    def wait(self, what):
        """Prints what comes, up to a line that begins with one of @what."""
        for line in self.gdb.stdout:
            line = line.rstrip("\n")
            if line.strip() and not line.startswith(SILENT):
                self.say(re.sub(r"^\d+", "", line))
            if re.sub(r"^\d+", "", line).startswith(what):
                return
        sys.exit("gdb has ended")

    def run(self, command):
        print("> " + command)
        self.gdb.stdin.write(command.replace("CONNECT", "-target-select remote " + self.at) + "\n")
        self.gdb.stdin.flush()
        moves = command.startswith("-exec-")
        self.wait(("*stopped", "^error") if moves else ("^done", "^error", "^connected", "^exit"))

    def end(self):
        self.gdb.stdin.close()
        self.gdb.wait(20)
        self.server.terminate()
        self.server.wait(20)


def main():
    session = Session(os.path.abspath(sys.argv[1]), sys.argv[2])
    for command in sys.argv[3:]:
        session.run(command)
    session.end()


if __name__ == "__main__":
    main()
