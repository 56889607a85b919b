import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { CreateContext, type FormRequest, useCreatable } from "@/components/create/create-context";
import { type Console, ConsoleProvider } from "@/components/shell/console-context";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const GUEST: Console = { ...CONSOLE, user: { ...CONSOLE.user, admin: false }, role: "guest", permissions: 0 };
const MANAGER: Console = { ...GUEST, role: "manager", permissions: 5 };
const KEYS = [{ id: 1, name: "Deploy" }];

type Offered = ReturnType<typeof useCreatable<{ id: number; name: string }>>;

/** What a select of keys gets, where `start` opens forms. */
function offered(who: Console, start: ((request: FormRequest) => Promise<void>) | null): Offered {
  const seen: Offered[] = [];
  function Select() {
    seen.push(useCreatable(KEYS, "New key", (onCreated) => ({ kind: "key", onCreated })));
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={who}>
        <CreateContext value={start}>
          <Select />
        </CreateContext>
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );
  const [first] = seen;
  if (!first) throw new Error("nothing was rendered");
  return first;
}

const ignore = async () => undefined;

describe("the last entry of a select", () => {
  test.each([
    ["a manager", MANAGER, ignore, "New key…"],
    ["an administrator who is no member", { ...GUEST, user: CONSOLE.user }, ignore, "New key…"],
    ["a guest", GUEST, ignore, undefined],
    ["a manager in a sheet over a sheet", MANAGER, null, undefined],
  ])("is offered only where an item can be created: %s", (_, who, start, label) => {
    expect(offered(who, start).create?.label).toBe(label);
    expect(offered(who, start).known).toEqual(KEYS);
  });

  test("opens the form of its kind, and receives what was created", () => {
    const requests: FormRequest[] = [];
    const chosen: number[] = [];
    const { create } = offered(MANAGER, async (request) => void requests.push(request));
    create?.open((id) => chosen.push(id));
    expect(requests).toMatchObject([{ kind: "key" }]);
    expect(chosen).toEqual([]);
  });
});
