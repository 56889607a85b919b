import type { TemplateParamsColumn } from "@/db/schema/templates";
import { appFamily, plansFirst } from "@/lib/protocol/app";
import type { Template, TemplateInput } from "@/lib/template/schema";
import { SentParams, UnusedParams } from "@/lib/template/schema/task-params";

type Sent = Pick<TemplateInput, "app" | "auto_approve" | "launch" | "task_params">;
type Stored = Pick<Template, "auto_approve" | "task_params">;

/**
 * Where both places of the switch are sent, as in a whole object sent back, the one that was changed counts. A client that
 * sends neither nor `task_params` does not know it.
 */
export function autoApprove({ auto_approve: own, task_params }: Omit<Sent, "launch">, stored: Stored | null): boolean {
  const given = task_params?.auto_approve ?? undefined;
  if (given === undefined || (typeof own === "boolean" && own !== stored?.auto_approve))
    return own ?? (task_params ? false : (stored?.auto_approve ?? false));
  return given;
}

/**
 * Without `task_params` a client does not know them; in it, what is missing is empty, except for what our own form does not
 * know either.
 */
export function taskParams({ app, launch, task_params: sent }: Sent, stored: Stored | null): TemplateParamsColumn {
  const before = stored?.task_params ?? {};
  return { ...ownParams({ app, task_params: sent }, before), ...sentParams({ launch, task_params: sent }, before) };
}

/**
 * Clients of Semaphore, which don't know `launch`, replace it all. Where `launch` is sent, what is missing stays, and what is
 * off says nothing.
 */
function sentParams({ launch, task_params }: Pick<Sent, "launch" | "task_params">, before: TemplateParamsColumn) {
  const named = Object.entries(task_params ?? {}).filter(([name, value]) =>
    name in UnusedParams.shape ? value !== undefined && value !== null : value === false && launch === null,
  );
  const sent = SentParams.parse({ ...(launch && before.sent), ...Object.fromEntries(named) });
  return Object.keys(sent).length > 0 ? { sent } : {};
}

function ownParams(
  { app, task_params: sent }: Pick<Sent, "app" | "task_params">,
  before: TemplateParamsColumn,
): TemplateParamsColumn {
  const { limit, tags, skip_tags, allow_auto_approve } = sent ?? before;
  if (plansFirst(app)) {
    return {
      ...(allow_auto_approve && { allow_auto_approve }),
      ...keptParams(["override_backend", "backend_filename"], sent ?? {}, before),
    };
  }
  if (appFamily(app) !== "ansible") return {};
  return {
    ...keptParams(["skip_galaxy_install", "allow_override_skip_galaxy_install"], sent ?? {}, before),
    ...(limit?.length && { limit }),
    ...(tags?.length && { tags }),
    ...(skip_tags?.length && { skip_tags }),
  };
}

type Params = Readonly<Record<string, unknown>>;

/** Those that are set, as they were if they are missing now. */
const keptParams = (names: (keyof TemplateParamsColumn)[], sent: Params, before: Params): TemplateParamsColumn =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name] ?? before[name];
      return value ? [[name, value]] : [];
    }),
  );
