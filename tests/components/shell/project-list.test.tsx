import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ConsoleProvider } from "@/components/shell/console-context";
import { ProjectList } from "@/components/shell/drawer/project-list";
import { ShellProvider } from "@/components/shell/shell-context";
import { loadProjects } from "@/components/shell/use-projects";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const ROUTER = { bfcacheId: "", back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

afterEach(() => vi.unstubAllGlobals());

const shown = () =>
  renderToStaticMarkup(
    <AppRouterContext value={ROUTER}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
        <ConsoleProvider value={CONSOLE}>
          <ShellProvider initiallyCollapsed={false}>
            <ProjectList close={() => {}} />
          </ShellProvider>
        </ConsoleProvider>
      </NextIntlClientProvider>
    </AppRouterContext>,
  );

const load = (answer: Promise<Response>) => {
  vi.stubGlobal("fetch", () => answer);
  loadProjects(CONSOLE.user.id);
};

test.each([
  ["the server cannot be reached", () => Promise.reject(new TypeError("fetch failed")), messages.common.unreachable],
  ["it fails", async () => new Response("", { status: 500 }), messages.httpErrors[500]],
  ["it has had enough", async () => new Response("", { status: 429 }), messages.httpErrors[429]],
])("projects say why they are not loaded: %s; and are loading while that is tried again", async (_, answer, text) => {
  load(answer());
  await vi.waitFor(() => expect(shown()).toContain(text.replaceAll("'", "&#x27;")));
  expect(shown()).toContain(messages.common.retry);
  load(answer());
  expect(shown()).not.toContain('role="alert"');
  await vi.waitFor(() => expect(shown()).toContain('role="alert"'));
});
