/** The statistics of a project, or of one of its templates. */
export const statisticsHref = (projectId: number, templateId: number | null, days?: number): string => {
  const query = new URLSearchParams({
    ...(days !== undefined && { days: String(days) }),
    ...(templateId !== null && { template: String(templateId) }),
  });
  return `/project/${projectId}/statistics${query.size > 0 ? `?${query}` : ""}`;
};
