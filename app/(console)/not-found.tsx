import { GlobalFrame } from "@/app/(console)/console-frame";
import { NotFoundInFrame } from "@/components/shell/failure/not-found-screen";

export { generateMetadata } from "@/app/not-found";

/** A project that does not exist, or that the user is not a member of. The drawer stays, to go elsewhere. */
export default function NotFound() {
  return (
    <GlobalFrame>
      <NotFoundInFrame />
    </GlobalFrame>
  );
}
