import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { chooseProject, homeOf } from "@/components/project/choose-project";
import { HOME_COOKIE, LAST_PROJECT_COOKIE } from "@/components/shell/cookies";
import { load } from "@/lib/operation/load";
import { listProjects } from "@/lib/project/operations";

type Props = { searchParams: Promise<{ t?: string | string[] }> };

/** Redirects to the last project, else the first, else the form for a new one; or to the overview if the user chose it. */
export default async function Page({ searchParams }: Props) {
  const [projects, jar, { t }] = await Promise.all([load(listProjects, {}), cookies(), searchParams]);
  const project = chooseProject(projects, jar.get(LAST_PROJECT_COOKIE)?.value);
  if (project && t === undefined && jar.get(HOME_COOKIE)?.value === "overview") redirect("/overview");
  redirect(project ? homeOf(project, t) : "/project/new");
}
