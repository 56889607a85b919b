import { useTranslations } from "next-intl";
import { CodeField } from "@/components/form/code/code-field";

const EXAMPLES = {
  static: `[web]
web1.example.com
web2.example.com ansible_port=2222

[database]
db1.example.com`,
  "static-yaml": `all:
  children:
    web:
      hosts:
        web1.example.com:
        web2.example.com:
          ansible_port: 2222
    database:
      hosts:
        db1.example.com:`,
};

export function InventoryText({ type }: { type: string }) {
  const t = useTranslations("inventory");
  return (
    <>
      <CodeField
        name="inventory"
        label={t("hosts")}
        language={type === "static-yaml" ? "ansible-yaml" : "ansible-ini"}
        rows={9}
      />
      <figure className="-mt-1 grid gap-1">
        <figcaption className="text-muted-foreground text-xs">
          {t(type === "static-yaml" ? "yamlExample" : "iniExample")}
        </figcaption>
        <pre className="overflow-x-auto rounded-md bg-muted px-2.5 py-2 font-mono text-muted-foreground text-xs">
          {type === "static-yaml" ? EXAMPLES["static-yaml"] : EXAMPLES.static}
        </pre>
      </figure>
    </>
  );
}
