import { PlugZap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { type FieldValues, useFormContext, useWatch } from "react-hook-form";
import { markFields } from "@/components/form/form-failure";
import { focusInvalidAfterRender } from "@/components/form/invalid-field";
import { ProbeResult } from "@/components/probe/probe-result";
import { useProbe } from "@/components/probe/use-probe";
import { Button } from "@/components/ui/button";
import type { ActionResult, Failure } from "@/lib/operation/result";
import { createProbe } from "@/lib/probe/actions";
import type { Probe, ProbeRequest } from "@/lib/probe/schema";

type TestPanelProps<Values extends FieldValues, Body> = {
  projectId: number;
  label?: string;
  /** The values to test; a result stays visible while they are unchanged. */
  body: (values: Values) => Body;
  ask: (body: Body) => Promise<ActionResult<Probe>>;
};

/** Tests the values of the surrounding form, saved or not, and shows the result. */
export function TestPanel<Values extends FieldValues, Body>({
  projectId,
  label,
  body,
  ask,
}: TestPanelProps<Values, Body>) {
  const t = useTranslations("probe");
  const form = useFormContext<Values>();
  const now = useWatch({ compute: (values: Values) => JSON.stringify(body(values)) });
  const [tested, setTested] = useState("");
  const { shown, test } = useProbe(projectId, refuse);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (shown) panel.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);

  function start() {
    const values = body(form.getValues());
    setTested(JSON.stringify(values));
    // Clear the last save error, which could contradict the result.
    form.clearErrors("root");
    void test(() => ask(values));
  }

  /** Like saving: marks missing and invalid values at their fields. */
  function refuse({ message, fields }: Failure): string[] {
    if (Object.keys(fields).length === 0) return [message];
    const element = { current: panel.current?.closest("form") ?? null };
    const unplaced = markFields(form, element.current, fields);
    focusInvalidAfterRender(element);
    return unplaced;
  }

  return (
    <div ref={panel} className="flex flex-col gap-2">
      <Button size="sm" className="self-start" loading={shown?.state === "testing"} onClick={start}>
        <PlugZap />
        {label ?? t("test")}
      </Button>
      {shown && tested === now && <ProbeResult shown={shown} />}
    </div>
  );
}

type RunnerTestProps<Values extends FieldValues> = {
  projectId: number;
  body: (values: Values) => ProbeRequest;
};

/** A test performed by a runner. */
export const RunnerTest = <Values extends FieldValues>({ projectId, body }: RunnerTestProps<Values>) => (
  <TestPanel projectId={projectId} body={body} ask={(input) => createProbe({ projectId }, input)} />
);
