/** A tool that tries to outlive its call, and how the call may end. */
export interface HostileTool {
  readonly name: string;
  /** Body of the tool's function; `MARK` is a word for command lines, and a number of seconds to sleep. */
  readonly body: string;
  readonly ends: readonly ("runner_timeout" | "runner_failed" | "completed")[];
  /** It takes away what holds a process tree together, and the receipt is to say so. */
  readonly breaksTree?: true;
}

/** What each of them prints before it does anything else. */
export const hostileSign = "hostile tool runs";

/** What every hostile file begins with. */
export const hostilePreamble = `import ctypes, os, re, signal, subprocess, sys, threading, time
MARK = os.environ["EDGE_TEST_MARK"]

def sleep_marked(**options):
    return subprocess.Popen(["sleep", MARK], **options)

def detached(action):
    """Runs the action in a process that has left its session, whose parent is gone."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            action()
        os._exit(0)
    os.waitpid(child, 0)
`;

const untilTheEnd = "time.sleep(60)";

export const hostileTools: readonly HostileTool[] = [
  {
    name: "forks",
    body: `for _ in range(5):
    if os.fork() == 0: ${untilTheEnd}
${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "setsid",
    body: `sleep_marked(start_new_session=True)\n${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "double fork",
    body: `detached(lambda: time.sleep(60))\n${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "double fork, then a program without environment",
    body: `detached(lambda: os.execve("/bin/sleep", ["sleep", MARK], {}))\n${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "ignored signals",
    body: `for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
sleep_marked()
while True: time.sleep(1)`,
    ends: ["runner_timeout"],
  },
  {
    name: "pipe held by a grandchild",
    body: `detached(lambda: os.execv("/bin/sleep", ["sleep", MARK]))
os._exit(0)`,
    ends: ["runner_failed"],
  },
  {
    name: "stopped by itself",
    body: "sleep_marked()\nos.kill(os.getpid(), signal.SIGSTOP)",
    ends: ["runner_timeout"],
  },
  {
    name: "stopped supervisor",
    body: `detached(lambda: time.sleep(60))
os.kill(os.getppid(), signal.SIGSTOP)
${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "killed supervisor",
    body: `detached(lambda: time.sleep(60))
sleep_marked(start_new_session=True)
os.kill(os.getppid(), signal.SIGKILL)
${untilTheEnd}`,
    ends: ["runner_timeout", "runner_failed"],
    breaksTree: true,
  },
  {
    name: "busy threads",
    body: `def spin():
    while True: pass
for _ in range(4): threading.Thread(target=spin).start()
re.match("(a|a)*$", "a" * 60 + "b")`,
    ends: ["runner_timeout"],
  },
  {
    name: "writes to every descriptor",
    body: `for fd in range(1024):
    try:
        os.set_blocking(fd, False)
        while os.write(fd, b"x" * 65536): pass
    except OSError: pass
${untilTheEnd}`,
    ends: ["runner_failed"],
  },
  {
    name: "result with a child left behind",
    body: `sleep_marked(start_new_session=True, close_fds=False)
detached(lambda: os.execv("/bin/sleep", ["sleep", MARK]))`,
    ends: ["completed"],
  },
  {
    name: "chain of forks",
    body: `def chain():
    os.setsid()
    while os.fork() == 0: pass
    os._exit(0)
if os.fork() == 0: chain()
${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "subreaper of its own",
    body: `ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
detached(lambda: time.sleep(60))
${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
  {
    name: "closed descriptors",
    body: `sleep_marked()
os.closerange(0, 3)
${untilTheEnd}`,
    ends: ["runner_timeout"],
  },
];

/** Text of a tools file whose tool `f` is this one; it still lacks the import that every file needs. */
export function hostileFile({ body }: HostileTool): string {
  const sign = `    os.write(2, b"${hostileSign}\\n")\n`;
  return `${hostilePreamble}\n@edge_tool\ndef f():\n${sign}${body.replace(/^/gm, "    ")}\n    return "fine"\n`;
}
