import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ScreenTexts } from "@/components/language/screen-texts";
import { BackToProject } from "@/components/shell/page/back-to-project";
import { PageBody } from "@/components/shell/page/page-body";
import { PageHeader } from "@/components/shell/page/page-header";
import { UserTable } from "@/components/user/user-table";
import { load } from "@/lib/operation/load";
import { listUsers } from "@/lib/user/operations";
import type { MinimalUser, User } from "@/lib/user/schema";

export async function generateMetadata() {
  const t = await getTranslations("user");
  return { title: t("title") };
}

export default async function UsersPage() {
  const [t, users] = await Promise.all([getTranslations("user"), load(listUsers, {})]);
  if (!isForAdmin(users)) notFound();
  return (
    <ScreenTexts of="users">
      <PageHeader title={t("title")} icon={<BackToProject />} />
      <PageBody>
        <UserTable users={users} />
      </PageBody>
    </ScreenTexts>
  );
}

/** Only administrators get full user records and see this screen. */
const isForAdmin = (users: User[] | MinimalUser[]): users is User[] => users.every((user) => "email" in user);
