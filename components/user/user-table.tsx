"use client";

import { Plus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { PrefetchOnInteraction } from "@/components/dialog/prefetch-on-interaction";
import { useItemDialog } from "@/components/dialog/use-item-dialog";
import { withTexts } from "@/components/language/loaded-texts";
import { useConsole } from "@/components/shell/console-context";
import { DataTable } from "@/components/table/data-table";
import { RowActions } from "@/components/table/row/row-actions";
import { listOf } from "@/components/table/settings/list";
import { Button } from "@/components/ui/button";
import { useUserColumns } from "@/components/user/use-user-columns";
import { deleteUser } from "@/lib/user/actions";
import type { User } from "@/lib/user/schema";

const loadUserForm = () => withTexts(import("@/components/user/user-form"));
const UserForm = dynamic(() => loadUserForm().then((module) => module.UserForm));

const PAGE_SIZE = 20;

export function UserTable({ users }: { users: User[] }) {
  const t = useTranslations("user");
  const columns = useUserColumns();
  const own = useConsole().user.id;
  const form = useItemDialog<User>();
  const deletion = useDeleteFlow<User>({
    kind: "user",
    name: (user) => user.name,
    remove: (user) => deleteUser({ userId: user.id }),
    deletedText: (user) => t("deleted", { name: user.name }),
  });
  return (
    <>
      <DataTable
        label={t("title")}
        list={listOf("GET /users", {})}
        rows={users}
        columns={columns}
        rowKey={(user) => user.id}
        defaultSort="name"
        pageSize={PAGE_SIZE}
        search
        onOpen={form.edit}
        actions={(user) => (
          <RowActions
            onEdit={() => form.edit(user)}
            onDelete={() => deletion.ask(user)}
            keptBecause={user.id === own ? t("deleteOwn") : undefined}
          />
        )}
        empty={{ text: t("none"), icon: <Users /> }}
        toolbarEnd={
          <Button variant="primary" onClick={form.create}>
            <Plus />
            {t("new")}
          </Button>
        }
      />
      <PrefetchOnInteraction open={form.dialog.open} load={loadUserForm}>
        <UserForm item={form.item} {...form.dialog} />
      </PrefetchOnInteraction>
      <DeleteFlow flow={deletion} />
    </>
  );
}
