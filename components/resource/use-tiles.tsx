import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CommitHash } from "@/components/format/commit-hash";
import { Dash } from "@/components/format/dash";
import { Hosts } from "@/components/inventory/use-inventory-columns";
import { LastCheck } from "@/components/repository/use-repository-columns";
import type { Environment, EnvironmentFacts } from "@/lib/environment/schema";
import { isInline } from "@/lib/inventory/rules";
import type { Inventory, InventoryFacts } from "@/lib/inventory/schema";
import type { Key } from "@/lib/key/schema";
import type { ResourceFacts } from "@/lib/project/schema/facts";
import { isLocal } from "@/lib/repository/rules";
import type { Repository, RepositoryFacts } from "@/lib/repository/schema";

/** A resource with what its kind knows about it. `key`: the one that opens a repository. */
export type Resource =
  | { kind: "key"; item: Key; facts: ResourceFacts | undefined }
  | { kind: "repository"; item: Repository; facts: RepositoryFacts | undefined; key: Pick<Key, "id" | "name"> | null }
  | { kind: "inventory"; item: Inventory; facts: InventoryFacts | undefined }
  | { kind: "environment"; item: Pick<Environment, "id" | "name">; facts: EnvironmentFacts | undefined };

/** `wide`: it has a long value that should not wrap. */
export type Tile = { label: string; value: ReactNode; wide?: boolean };

/** What there is to say about a resource, in a few words each. */
export function useTiles(projectId: number, resource: Resource): Tile[] {
  const t = useTranslations();
  switch (resource.kind) {
    case "key": {
      const { type, details } = resource.item;
      const tiles: Tile[] = [{ label: t("key.type"), value: t(`key.types.${type}`) }];
      if (!details) return tiles;
      const { type: algorithm, bits, fingerprint, comment } = details;
      return [
        ...tiles,
        { label: t("key.algorithm"), value: `${algorithm.toUpperCase()} ${bits}` },
        { label: t("key.fingerprint"), value: <Mono text={fingerprint} />, wide: true },
        ...(comment ? [{ label: t("key.comment"), value: comment }] : []),
      ];
    }
    case "repository": {
      const { item, facts, key } = resource;
      const branch = { label: t("repository.branch"), value: <Mono text={item.git_branch} /> };
      return [
        { label: t("repository.gitUrl"), value: <Mono text={item.git_url} /> },
        ...(isLocal(item.git_url) ? [] : [branch]),
        {
          label: t("repository.key"),
          value: key && <Item href={`/project/${projectId}/keys/${key.id}`} name={key.name} />,
        },
        { label: t("resource.lastCommit"), value: <LastCommit facts={facts} /> },
        { label: t("resource.lastCheck"), value: <LastCheck facts={facts} /> },
      ];
    }
    case "inventory": {
      const { item, facts } = resource;
      const place = { label: t("inventory.path"), value: <Mono text={item.inventory} /> };
      return [
        { label: t("inventory.type"), value: t(`inventory.types.${item.type}`) },
        ...(isInline(item.type) ? [] : [place]),
        { label: t("inventory.hosts"), value: <Hosts row={{ type: item.type, facts }} /> },
      ];
    }
    case "environment":
      return [
        { label: t("resource.variables"), value: resource.facts?.variables ?? 0 },
        { label: t("environment.secrets"), value: resource.facts?.secrets ?? 0 },
      ];
  }
}

const Mono = ({ text }: { text: string }) => (text ? <code className="font-mono text-xs">{text}</code> : <Dash />);

const Item = ({ href, name }: { href: string; name: string }) => (
  <Link href={href} className="rounded-sm text-primary-text hover:underline">
    {name}
  </Link>
);

function LastCommit({ facts }: { facts: RepositoryFacts | undefined }) {
  if (!facts?.commit_hash) return <Dash />;
  return (
    <span className="flex items-baseline gap-2">
      <CommitHash hash={facts.commit_hash} className="shrink-0 wrap-normal" />
      <span className="truncate text-muted-foreground text-xs">{facts.commit_message}</span>
    </span>
  );
}
