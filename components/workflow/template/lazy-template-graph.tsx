"use client";

import dynamic from "next/dynamic";
import { withTexts } from "@/components/language/loaded-texts";
import { Skeleton } from "@/components/ui/skeleton";

/** Its libraries are loaded after the page. */
export const LazyTemplateGraph = dynamic(
  () => withTexts(import("@/components/workflow/template/template-graph")).then((module) => module.TemplateGraph),
  { ssr: false, loading: () => <Skeleton className="h-88 w-full" /> },
);
