"""A drive that `rainier serve` serves, and a plain NBD client: for tests."""
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

DRIVE = ["generic-8x4", "--scale", "1/8", "--set", "ftl.parity=7", "--set", "ftl.reserve=5%"]
MIB = 1 << 20


def fail(what):
    raise SystemExit(f"{os.path.basename(sys.argv[0])}: {what}")


def run(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120, **options)
    if done.returncode != 0:
        fail(f"{' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr[-300:]} {done.stdout[-300:]}")
    return done.stdout


def missing(*programs):
    for program in programs:
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None:
            return f"{program} is not here"
    return None


class Serve:
    """A drive that is served, in a folder of its own."""

    def __init__(self, tool, folder, *options, drive=DRIVE, pace="free", environment=None, before=None):
        self.folder, self.tool = folder, tool
        self.socket = os.path.join(folder, "d.sock")
        self.uri = f"nbd+unix:///?socket={self.socket}"
        self.out = open(os.path.join(folder, "out"), "w")
        self.process = subprocess.Popen(
            [tool, "serve", *drive, "--socket", self.socket, "--pace", pace, *options], stdout=self.out,
            stderr=subprocess.STDOUT, env={**os.environ, "XDG_RUNTIME_DIR": folder, **(environment or {})},
            preexec_fn=before)
        for _ in range(600):
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    probe.connect(self.socket)
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.05)
        fail(f"it does not serve: {open(self.out.name).read()}")

    def said(self):
        return open(self.out.name).read()

    def manage(self, *what):
        return run(self.tool, "manage", *what, "--name", "generic-8x4",
                   env={**os.environ, "XDG_RUNTIME_DIR": self.folder})

    def resident(self):
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self, status=0):
        self.process.send_signal(signal.SIGINT)
        if self.process.wait(60) != status:
            fail(f"it ends with status {self.process.returncode}: {self.said()}")
        return self.said()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Client:
    """A plain NBD client, for what the others do not show."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.cookie = 0
        self.take(18)
        self.socket.sendall(struct.pack(">I", 3) + b"IHAVEOPT" + struct.pack(">II", 7, 6) + b"\0" * 6)
        while True:
            _, _, kind, length = struct.unpack(">QIII", self.take(20))
            data = self.take(length)
            if kind == 3 and data[:2] == b"\0\0":
                self.size = struct.unpack(">Q", data[2:10])[0]
            if kind == 1:
                break

    def take(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                raise ConnectionError("the server has closed")
            data += piece
        return data

    def request(self, command, offset=0, length=0, data=b"", flags=0):
        self.cookie += 1
        self.socket.sendall(struct.pack(">IHHQQI", 0x25609513, flags, command, self.cookie, offset, length) + data)
        magic, error, cookie = struct.unpack(">IIQ", self.take(16))
        if magic != 0x67446698 or cookie != self.cookie:
            fail(f"an unknown reply: {magic:x} for {cookie}")
        return error, self.take(length) if command == 0 and error == 0 else b""

    def write(self, offset, data, fua=False):
        return self.request(1, offset, len(data), data, int(fua))[0]

    def read(self, offset, length):
        return self.request(0, offset, length)


def main(names):
    """Runs the tests among these names that the command line asks for; status 77 where one alone was skipped."""
    tool = os.path.abspath(sys.argv[1])
    tests = {name[5:]: test for name, test in names.items() if name.startswith("test_")}
    for name in sys.argv[2:] or tests:
        with tempfile.TemporaryDirectory(prefix="rainier_clients_") as folder:
            begun = time.time()
            skipped = tests[name](tool, folder)
            print(f"{name.replace('_', ' ')}: {'skipped, ' + skipped if skipped else 'passed'} "
                  f"({time.time() - begun:.1f} s)", flush=True)
            if skipped and len(sys.argv) == 3:
                raise SystemExit(77)
