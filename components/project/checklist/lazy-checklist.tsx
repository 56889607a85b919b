"use client";

import dynamic from "next/dynamic";

/** Only new projects show it. Loaded by a server component, it would be in every visitor's script of the page. */
export const LazyChecklist = dynamic(() =>
  import("@/components/project/checklist/project-checklist").then((module) => module.ProjectChecklist),
);
