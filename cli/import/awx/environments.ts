import type { Draft } from "../foreign/draft";
import type { Resources } from "./resources";
import type { Credential, JobTemplate } from "./schema";
import type { Survey } from "./survey";
import { variablesOf } from "./variables";

type Content = {
  vars: Record<string, unknown>;
  env: Record<string, string>;
  secrets: { type: "env" | "var"; name: string }[];
};

/** The environments of templates. Templates whose variables are equal share one. */
export class Environments {
  private readonly byContent = new Map<string, string>();

  constructor(
    private readonly draft: Draft,
    private readonly resources: Resources,
  ) {}

  /** The environment with a template's extra variables, its credentials' variables and its survey's defaults. */
  of(template: JobTemplate, credentials: readonly Credential[], survey: Survey): string | null {
    const content: Content = {
      vars: { ...this.extraVars(template), ...survey.defaults },
      env: {},
      secrets: survey.secrets.map((name) => ({ type: "var", name })),
    };
    const giving = credentials.filter((credential) => this.gives(template, credential));
    for (const credential of giving) this.addInjected(content, template, credential);
    const isPlain =
      Object.keys(content.vars).length === 0 && content.secrets.length + Object.keys(content.env).length > 0;
    const names = giving.map(({ name }) => name).join(", ");
    return isEmpty(content) ? null : this.shared(content, isPlain && names ? names : template.name);
  }

  private extraVars({ name, extra_vars }: JobTemplate): Record<string, unknown> {
    const variables = variablesOf(extra_vars);
    if (variables === null)
      this.draft.left_out.push(`Of template "${name}": its extra variables, which are not valid YAML`);
    return variables ?? {};
  }

  private gives({ name }: JobTemplate, credential: Credential): boolean {
    const purpose = this.resources.purposeOf(credential);
    if (purpose === "none")
      this.draft.left_out.push(
        `Of template "${name}": the credential "${credential.name}" of the type ${credential.credential_type.name}`,
      );
    return purpose === "variables";
  }

  private addInjected(content: Content, { name }: JobTemplate, credential: Credential): void {
    const { env, vars, secrets, gaps } = this.resources.injected(credential);
    Object.assign(content.env, env);
    Object.assign(content.vars, vars);
    const isNew = (secret: Content["secrets"][number]) =>
      !content.secrets.some((other) => other.type === secret.type && other.name === secret.name);
    content.secrets.push(...secrets.filter(isNew));
    this.draft.left_out.push(
      ...gaps.map((gap) => `Of template "${name}": of the credential "${credential.name}", ${gap}`),
    );
  }

  private shared(content: Content, wanted: string): string {
    const id = JSON.stringify(content);
    const known = this.byContent.get(id);
    if (known !== undefined) return known;
    const { vars, env, secrets } = content;
    const name = this.draft.add("environments", {
      name: wanted,
      json: JSON.stringify(vars),
      env: JSON.stringify(env),
      secrets,
    });
    this.byContent.set(id, name);
    return name;
  }
}

const isEmpty = ({ vars, env, secrets }: Content): boolean =>
  secrets.length === 0 && Object.keys(vars).length === 0 && Object.keys(env).length === 0;
