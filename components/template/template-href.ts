/** The list of templates: of a view, or all. */
export const templatesHref = (projectId: number, viewId: number | null): string =>
  viewId === null ? `/project/${projectId}/templates` : `/project/${projectId}/views/${viewId}/templates`;

/** A template's page; with a view, its back link leads there. */
export const templateHref = (projectId: number, templateId: number, viewId: number | null = null): string =>
  `${templatesHref(projectId, viewId)}/${templateId}`;

export const editTemplateHref = (projectId: number, templateId: number): string =>
  `/project/${projectId}/templates/${templateId}/edit`;

/** The form for a new template of an application, optionally in a view. */
export const newTemplateHref = (projectId: number, app: string, viewId: number | null): string =>
  `/project/${projectId}/templates/new/edit?${new URLSearchParams({ app, ...(viewId && { view: String(viewId) }) })}`;

export const copyTemplateHref = (projectId: number, templateId: number): string =>
  `/project/${projectId}/templates/new/edit?copy=${templateId}`;
