import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api-client";
import { FormDialog } from "@/components/form/form-dialog";
import { TokensDialog, UserTokensDialog } from "@/components/session/tokens-dialog";
import { useConsole } from "@/components/shell/console-context";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { PasswordDialog } from "@/components/user/password-dialog";
import { Preferences } from "@/components/user/preferences";
import { UserFields } from "@/components/user/user-fields";
import { createUser, updateUser } from "@/lib/user/actions";
import { NewUserInput, type User, UserInput } from "@/lib/user/schema";

const BLANK = { name: "", username: "", email: "", password: "", end_tokens: true, admin: false, alert: false };

const { current_password, end_tokens } = UserInput.shape;
const NewUser = NewUserInput.safeExtend({ current_password, end_tokens });

type UserFormProps = {
  /** Null creates a new user. */
  item: User | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};

export function UserForm({ item, ...dialog }: UserFormProps) {
  const t = useTranslations();
  const { user: viewer } = useConsole();
  const [passwordOpen, setPasswordOpen] = useState(false);
  const [tokensOpen, setTokensOpen] = useState(false);
  const own = item?.id === viewer.id;

  async function submit(input: UserInput) {
    const result = item ? await updateUser({ userId: item.id }, input) : await createUser({}, input);
    if (result.ok) toast.success(t(item ? "user.saved" : "user.created", { name: input.name }));
    return result;
  }

  return (
    <>
      <FormDialog
        {...dialog}
        title={t(own ? "user.account" : item ? "user.edit" : "user.new")}
        schema={item ? UserInput : NewUser}
        defaults={item ? defaultsOf(item) : BLANK}
        reload={item ? () => storedUser(item.id) : undefined}
        submit={submit}
        submitLabel={item ? undefined : t("common.create")}
        footer={
          item && (
            <div className="flex gap-4">
              {own && !item.external && (
                <Button variant="link" className="px-0" onClick={() => setPasswordOpen(true)}>
                  {t("user.changePassword")}
                </Button>
              )}
              <Button variant="link" className="px-0" onClick={() => setTokensOpen(true)}>
                {t("session.tokens.title")}
              </Button>
            </div>
          )
        }
      >
        <UserFields item={item} />
        {own && (
          <div className="border-border border-t pt-4">
            <Preferences />
          </div>
        )}
      </FormDialog>
      {item && !own ? (
        <UserTokensDialog user={item} open={tokensOpen} onOpenChange={setTokensOpen} />
      ) : (
        <TokensDialog open={tokensOpen} onOpenChange={setTokensOpen} />
      )}
      <PasswordDialog userId={viewer.id} open={passwordOpen} onOpenChange={setPasswordOpen} />
    </>
  );
}

/** The values that an account has now. */
export const storedUser = async (userId: number) => defaultsOf(await api("GET /users/:userId", { params: { userId } }));

export const defaultsOf = ({ id, name, username, email, admin, alert }: User) => ({
  ...BLANK,
  id,
  name,
  username,
  email,
  admin,
  alert,
});
