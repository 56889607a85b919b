/** The end of the callback plugin: what it tells of a result. */
export const CALLBACK_DETAILS = `def details(plugin, found, state):
    event = {}
    results = found.get("results")
    loop = isinstance(results, list) and [one for one in results if isinstance(one, dict) and "ansible_loop_var" in one]
    if loop:
        event["items"] = [item_of(plugin, one) for one in loop[:MAX_ITEMS]]
        event["items_left_out"] = max(0, len(loop) - MAX_ITEMS)
    else:
        # Of a loop, Ansible's own message only says that it has ended.
        event.update(outcome_of(found, state))
    event.update(difference_of(plugin, found))
    return event


def item_of(plugin, found):
    state = "skipped" if found.get("skipped") else "ok"
    if found.get("failed") or found.get("unreachable"):
        state = "unreachable" if found.get("unreachable") else "failed"
    elif found.get("changed"):
        state = "changed"
    if is_censored(found):
        return {"state": state, "label": "", "hidden": True}
    label = found.get("_ansible_item_label", found.get(found["ansible_loop_var"]))
    return {"state": state, "label": text_of(label), **outcome_of(found, state), **difference_of(plugin, found)}


def outcome_of(found, state):
    message = message_of(found, state)
    return {**({"message": message} if message else {}), **exit_code_of(found, state)}


def difference_of(plugin, found):
    diff = diff_of(plugin, found)
    return {"diff": diff} if diff else {}


def message_of(found, state):
    parts = []
    if state == "skipped":
        parts.append(found.get("skip_reason") or found.get("skipped_reason") or found.get("msg"))
    else:
        parts.append(found.get("msg"))
    if state in FAILED:
        parts.append(found.get("module_stderr") or found.get("stderr"))
        parts.append(found.get("module_stdout") or found.get("stdout"))
    return "\\n".join(text_of(part).rstrip() for part in parts if part)[:MAX_TEXT]


def exit_code_of(found, state):
    code = found.get("rc")
    is_code = isinstance(code, int) and not isinstance(code, bool) and abs(code) < 2 ** 31
    return {"rc": code} if state in FAILED and is_code else {}


def diff_of(plugin, found):
    diff = found.get("diff")
    if not diff:
        return ""
    for part in diff if isinstance(diff, list) else [diff]:
        if not isinstance(part, dict):
            return ""
        if sum(len(part[side]) for side in ("before", "after") if isinstance(part.get(side), str)) > MAX_DIFF_SOURCE:
            return "the files are too large to be compared"
    try:
        return COLOURS.sub("", text_of(plugin._get_diff(diff))).strip("\\n")
    except Exception:
        # A module may report what it likes as its diff.
        return ""
`;
