import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Shown } from "@/components/probe/use-probe";
import { Alert } from "@/components/ui/alert";
import type { Probe } from "@/lib/probe/schema";

type ProbeResultProps = {
  shown: Shown;
  /** Title if the probe failed, in place of the usual one. */
  title?: string;
};

/** The result in a box: green, red, or blue if inconclusive. */
export function ProbeResult({ shown, title }: ProbeResultProps) {
  const t = useTranslations("probe");
  const failed = title ?? t("failed");
  if (shown.state === "testing") return <Alert variant="info">{t("testing")}</Alert>;
  if (shown.state === "refused") return <Refused problems={shown.problems} title={failed} />;
  const { probe } = shown;
  if (probe.state === "passed") return <Passed probe={probe} />;
  if (probe.state === "impossible") return <Alert variant="info">{probe.reason && t(`reasons.${probe.reason}`)}</Alert>;
  return (
    <Alert variant="error" title={failed}>
      {probe.kind === "alert" ? <ChannelProblems probe={probe} /> : <Problem probe={probe} />}
    </Alert>
  );
}

function Refused({ problems, title }: { problems: string[]; title: string }) {
  if (problems.length === 0) return null;
  return (
    <Alert variant="error" title={title}>
      {problems.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}

function Passed({ probe: { kind, facts, channels } }: { probe: Probe }) {
  const t = useTranslations();
  const format = useFormatter();
  const texts: Record<Probe["kind"], () => ReactNode> = {
    repository: () =>
      facts.commit ? t("probe.passed.repository", { commit: facts.commit.slice(0, 10) }) : t("probe.passed.folder"),
    key: () => (
      <>
        {t("probe.passed.key", { type: facts.key_type ?? "SSH" })}
        {facts.fingerprint && <div className="font-mono text-xs">{facts.fingerprint}</div>}
      </>
    ),
    inventory: () =>
      facts.hosts
        ? t("probe.passed.inventory", { hosts: facts.hosts, groups: facts.groups ?? 0 })
        : t("probe.passed.noHosts"),
    vault: () => t("probe.passed.vault", { files: facts.files ?? 0 }),
    files: () => null,
    alert: () =>
      t("probe.passed.alert", {
        channels: format.list(channels.map(({ channel }) => t(`notification.channels.${channel}`))),
      }),
  };
  const empty = kind === "inventory" && facts.hosts === 0;
  return <Alert variant={empty ? "amber" : "success"}>{texts[kind]()}</Alert>;
}

function ChannelProblems({ probe: { channels } }: { probe: Probe }) {
  const t = useTranslations();
  return channels.map(({ channel, state, reason }) => (
    <p key={channel}>
      {t(`notification.channels.${channel}`)}:{" "}
      {state === "failed" && reason ? t(`probe.sendReasons.${reason}`) : t("notification.states.sent")}
    </p>
  ));
}

/** What is wrong, and the tool's own message, line by line. */
function Problem({ probe: { code, subject, problem } }: { probe: Probe }) {
  const t = useTranslations("probe.problems");
  return (
    <>
      {code && <p>{t(code, { subject })}</p>}
      {problem && <p className="max-h-48 overflow-y-auto whitespace-pre-wrap">{problem}</p>}
    </>
  );
}
