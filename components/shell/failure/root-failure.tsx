import { NextIntlClientProvider } from "next-intl";
import { ErrorScreen } from "@/components/shell/failure/error-screen";
import { AllSymbols } from "@/components/theme/all-symbols";
import { UiProviders } from "@/components/theme/ui-providers";
import messages from "@/messages/en.json";

/** When the root layout itself fails, no translations are available, so this is in English. */
export function RootFailure({ error }: { error: unknown }) {
  return (
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <UiProviders>
        <svg aria-hidden="true" className="hidden">
          <AllSymbols />
        </svg>
        <ErrorScreen error={error} />
      </UiProviders>
    </NextIntlClientProvider>
  );
}
