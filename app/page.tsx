import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { chooseProject, homeOf } from "@/components/project/choose-project";
import { LAST_PROJECT_COOKIE } from "@/components/shell/cookies";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";

type Props = { searchParams: Promise<{ t?: string | string[] }> };

/** Redirects to the last project, else the first, else the form for a new one. */
export default async function Page({ searchParams }: Props) {
  const projects = await load(listProjects, {});
  const stored = (await cookies()).get(LAST_PROJECT_COOKIE)?.value;
  const project = chooseProject(projects, stored);
  redirect(project ? homeOf(project, (await searchParams).t) : "/project/new");
}
