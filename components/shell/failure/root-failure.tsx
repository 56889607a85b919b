import { NextIntlClientProvider } from "next-intl";
import { ErrorScreen } from "@/components/shell/failure/error-screen";
import { UiProviders } from "@/components/theme/ui-providers";
import messages from "@/messages/en.json";

/** When the root layout itself failed: nothing of it is there, so it speaks English. */
export function RootFailure({ error }: { error: unknown }) {
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <UiProviders>
        <ErrorScreen error={error} />
      </UiProviders>
    </NextIntlClientProvider>
  );
}
