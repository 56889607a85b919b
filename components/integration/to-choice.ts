import type { TemplateChoice } from "@/components/integration/integration-form-schema";

/** The fields of a template that the form needs. */
export const toChoice = ({ id, name, app, type, launch }: TemplateChoice): TemplateChoice => ({
  id,
  name,
  app,
  type,
  launch,
});
