import type { TemplateChoice } from "@/components/integration/integration-form-schema";

/** What the form needs of a template, without the rest. */
export const toChoice = ({ id, name, app, type, launch }: TemplateChoice): TemplateChoice => ({
  id,
  name,
  app,
  type,
  launch,
});
