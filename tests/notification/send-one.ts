import { sendMail } from "@/lib/notification/send-mail";

// Sends one mail as a process of its own, which prints what came of it.

const args = JSON.parse(process.argv[2] ?? "") as Parameters<typeof sendMail>;
process.stdout.write(JSON.stringify(await sendMail(...args)));
