import { CALLBACK_DETAILS } from "@/runner/apps/ansible/callback-details";

/** Path of the file with the counts of every host, written at the end. */
export const RESULTS_VARIABLE = "SIGNALBOX_HOST_RESULTS";
/** Path of the file with the global values of set_stats, written at the end. */
export const OUTPUTS_VARIABLE = "SIGNALBOX_HOST_OUTPUTS";
/** Path of the file to which every result is appended, a JSON object in a line. */
export const EVENTS_VARIABLE = "SIGNALBOX_EVENTS";
/** The plugin cuts longer texts. */
export const MAX_REPORTED = 64 * 1024;
/** What the plugin's marks in the output contain, so that no other program's output is taken for one. */
export const MARK_VARIABLE = "SIGNALBOX_EVENTS_MARK";

/**
 * An Ansible callback plugin that reports the result of every host, whatever the output format.
 *
 * After each callback it prints a mark with a number, so that what follows begins at that mark. A result names the mark that
 * precedes its first output: that of its diff or its first loop item, if it has any.
 */
export const CALLBACK_PLUGIN = `
import json
import os
import re
import sys
import time

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: signalbox
type: aggregate
short_description: Writes the results of every host to files
description: [Writes the results of every host to the files that environment variables name.]
"""

MAX_TEXT = ${MAX_REPORTED}
MAX_DIFF_SOURCE = 1024 * 1024
MAX_ITEMS = 200
ANY = None
FAILED = ("failed", "unreachable", "ignored", "rescued")
COLOURS = re.compile("\\x1b\\\\[[0-9;]*m")


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "signalbox"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.events = open_events()
        self.token = os.environ.get("${MARK_VARIABLE}", "")
        self.mark = 0
        self.play = None
        self.known = set()
        self.started = {}
        self.output_began = {}
        self.shown_stats = set()
        self.hidden_stats = set()

    def v2_on_any(self, *args, **kwargs):
        if self.events is None or not self.token:
            return
        self.mark += 1
        try:
            sys.stdout.write("\\x1b_" + self.token + ":" + str(self.mark) + "\\x07")
        except Exception:
            # The runner is gone, and so is the reader of the output.
            self.events = None

    def v2_playbook_on_play_start(self, play):
        self.play = play._uuid
        self.define("play", play._uuid, name=text_of(play.get_name()))

    def v2_playbook_on_task_start(self, task, is_conditional=False):
        self.define_task(task, task.get_name())

    def v2_playbook_on_cleanup_task_start(self, task):
        self.define_task(task, task.get_name())

    def v2_playbook_on_handler_task_start(self, task):
        self.define_task(task, task.get_name(), True)

    def v2_runner_on_start(self, host, task):
        self.started[(host.get_name(), task._uuid)] = time.monotonic()

    def v2_on_file_diff(self, result):
        self.note_output(result)

    def v2_runner_item_on_ok(self, result):
        self.note_output(result)
        self.note_stats(result)

    def v2_runner_item_on_failed(self, result):
        self.note_output(result)

    def v2_runner_item_on_skipped(self, result):
        self.note_output(result)

    def v2_runner_on_ok(self, result):
        self.note_stats(result)
        self.report(result, "changed" if result._result.get("changed") else "ok")

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self.report(result, "ignored" if ignore_errors else "rescued" if is_rescued(result._task) else "failed")

    def v2_runner_on_unreachable(self, result):
        self.report(result, "ignored" if getattr(result._task, "ignore_unreachable", False) else "unreachable")

    def v2_runner_on_skipped(self, result):
        self.report(result, "skipped")

    def v2_playbook_on_stats(self, stats):
        hosts = []
        for host in sorted(stats.processed):
            counts = stats.summarize(host)
            hosts.append({
                "host": str(host),
                "ok": counts["ok"],
                "changed": counts["changed"],
                "unreachable": counts["unreachable"],
                "failed": counts["failures"],
                "skipped": counts["skipped"],
            })
        write_file(os.environ.get("${RESULTS_VARIABLE}"), hosts)
        write_file(os.environ.get("${OUTPUTS_VARIABLE}"), self.outputs(stats))

    def outputs(self, stats):
        return [self.output(str(name), value) for name, value in stats.custom.get("_run", {}).items()]

    def output(self, name, value):
        secret = ANY in self.hidden_stats or name in self.hidden_stats or name not in self.shown_stats
        try:
            return {"name": name, "value": json.loads(json.dumps(value, default=str, allow_nan=False)), "secret": secret}
        except (TypeError, ValueError, RecursionError):
            return {"name": name, "secret": secret}

    def note_stats(self, result):
        """A name that was never seen in the open, or was set by a task with no_log, is a secret one."""
        if not is_censored(result._result):
            self.shown_stats.update((result._result.get("ansible_stats") or {}).get("data") or {})
        elif result._task.action.split(".")[-1] == "set_stats":
            data = (result._task.args or {}).get("data")
            # Only its values tell names that are made from them: then any may be secret.
            is_known = isinstance(data, dict) and not any("{" in str(name) for name in data)
            self.hidden_stats.update(data if is_known else [ANY])

    def note_output(self, result):
        self.output_began.setdefault((result._host.get_name(), result._task._uuid), self.mark)

    def define(self, kind, uuid, **fields):
        if self.events is None or uuid in self.known:
            return
        self.known.add(uuid)
        self.write(dict(fields, type=kind, id=uuid))

    def define_task(self, task, name, handler=None):
        if handler is None:
            handler = type(task).__name__ == "Handler"
        path = task.get_path() or ""
        self.define("task", task._uuid, play=self.play, name=text_of(name), path=text_of(path), handler=handler)

    def report(self, result, state):
        if self.events is None:
            return
        task, host, found = result._task, result._host.get_name(), result._result
        self.define_task(task, result.task_name)
        key = (host, task._uuid)
        began = self.started.pop(key, None)
        event = {
            "type": "result",
            "task": task._uuid,
            "host": text_of(host),
            "state": state,
            "time": int(time.time() * 1000),
            "ms": 0 if began is None else max(0, int((time.monotonic() - began) * 1000)),
            "mark": self.output_began.pop(key, self.mark),
        }
        if is_censored(found):
            event["hidden"] = True
        else:
            event.update(details(self, found, state))
        delegated = (result._task_fields or {}).get("delegate_to")
        if delegated and delegated != host:
            event["delegated_to"] = text_of(delegated)
        self.write(event)

    def write(self, event):
        try:
            write_all(self.events, (json.dumps(event, separators=(",", ":")) + "\\n").encode())
        except OSError:
            # The disk is full. The playbook goes on without events.
            self.events = None


def open_events():
    path = os.environ.get("${EVENTS_VARIABLE}")
    if not path:
        return None
    try:
        return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    except OSError:
        return None


def write_file(path, content):
    if not path:
        return
    with open(path + ".new", "w") as file:
        json.dump(content, file)
    os.replace(path + ".new", path)


def write_all(file, data):
    while data:
        data = data[os.write(file, data):]


def text_of(value):
    if isinstance(value, str):
        text = value[:MAX_TEXT]
    else:
        text = json.dumps(value, default=str, ensure_ascii=False)[:MAX_TEXT]
    # Bytes that are no UTF-8 come as halves of characters.
    return text.encode("utf-8", "replace").decode("utf-8")


def is_censored(found):
    return "censored" in found or bool(found.get("_ansible_no_log"))


def is_rescued(task):
    child, parent = task, getattr(task, "_parent", None)
    while parent is not None:
        if getattr(parent, "rescue", None) and any(one._uuid == child._uuid for one in parent.block):
            return True
        child, parent = parent, getattr(parent, "_parent", None)
    return False


${CALLBACK_DETAILS}`;
