import { readId } from "@/app/(console)/project/[projectId]/page-params";
import { StateScreen } from "@/app/(console)/project/[projectId]/states/[stateId]/state-screen";
import { MoreTexts } from "@/components/language/more-texts";
import { load } from "@/lib/operation/load";
import { getState } from "@/lib/state/operations";

/** `before`: the id of the version below which the list continues. */
type StatePage = {
  params: Promise<{ projectId: string; stateId: string }>;
  searchParams: Promise<{ workspace?: string; before?: string }>;
};

const readParams = async ({ params }: StatePage) => {
  const { projectId, stateId } = await params;
  return { projectId: readId(projectId), stateId: readId(stateId) };
};

export async function generateMetadata(page: StatePage) {
  return { title: (await load(getState, await readParams(page))).name };
}

export default async function StatePage(page: StatePage) {
  const { workspace, before } = await page.searchParams;
  return (
    <MoreTexts>
      <StateScreen {...(await readParams(page))} asked={workspace} before={before ? readId(before) : undefined} />
    </MoreTexts>
  );
}
