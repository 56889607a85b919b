import { redirect } from "next/navigation";
import { projectAccess } from "@/app/(console)/project/[projectId]/access";
import { type ProjectPage, readId } from "@/app/(console)/project/[projectId]/page-params";
import { homeOf } from "@/components/project/choose-project";

type Props = ProjectPage & { searchParams: Promise<{ t?: string | string[] }> };

export default async function Page({ params, searchParams }: Props) {
  const { project } = await projectAccess(readId((await params).projectId));
  redirect(homeOf(project, (await searchParams).t));
}
