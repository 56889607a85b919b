import { sendMail } from "@/lib/notification/send-mail";

// Sends one mail in a separate process and prints the result.

const args = JSON.parse(process.argv[2] ?? "") as Parameters<typeof sendMail>;
process.stdout.write(JSON.stringify(await sendMail(...args)));
