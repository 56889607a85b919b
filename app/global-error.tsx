"use client";

import { type AbstractIntlMessages, NextIntlClientProvider } from "next-intl";
import { useEffect, useState } from "react";
import "@/app/globals.css";
import { ErrorScreen } from "@/components/shell/failure/error-screen";
import { UiProviders } from "@/components/theme/ui-providers";

/** When the root layout itself failed: nothing of it is there, so the texts are fetched only now, in English. */
export default function GlobalError({ error }: { error: unknown }) {
  const [messages, setMessages] = useState<AbstractIntlMessages | null>(null);
  useEffect(() => {
    void import("@/messages/en.json").then((module) => setMessages(module.default));
  }, []);
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        {messages && (
          <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
            <UiProviders>
              <ErrorScreen error={error} />
            </UiProviders>
          </NextIntlClientProvider>
        )}
      </body>
    </html>
  );
}
