"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";

/** Its libraries are loaded after the page. */
export const LazyTemplateGraph = dynamic(
  () => import("@/components/workflow/template/template-graph").then((module) => module.TemplateGraph),
  { ssr: false, loading: () => <Skeleton className="h-88 w-full" /> },
);
