import { eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { integrations, webhookDeliveries } from "@/db/schema/integrations";
import { type AuthProblem, authProblem } from "@/lib/integration/delivery/authenticate";
import { type Decision, decide, decisionColumns } from "@/lib/integration/delivery/decide";
import {
  type Heard,
  KEPT_BODY,
  keptRequest,
  pruneDeliveries,
  type Request,
  recordDelivery,
} from "@/lib/integration/delivery/inbox";
import type { IntegrationRow } from "@/lib/integration/store";
import { openKeys } from "@/lib/key/store";
import { UndecryptableError } from "@/lib/secret/seal";
import type { TaskRow } from "@/lib/task/transition";

/** A request and its body as the sender signed it. */
export type Incoming = Request & { method: string; bytesOfBody: Uint8Array };

type Delivered = Incoming & Heard;

/** Handles a request for one integration and records the result. Null if no task was started. */
export async function deliver(db: Db, integration: IntegrationRow, request: Delivered): Promise<TaskRow | null> {
  const problem = await problemWithAuth(db, integration, request);
  if (problem === null) return db.transaction((tx) => accept(tx, integration, request));
  await recordDelivery(db, {
    ...identity(integration),
    ...keptRequest(request, KEPT_BODY.unauthenticated),
    outcome: "unauthorized",
    reason: problem,
    verdict: { auth: { method: integration.auth_method, ok: false }, matchers: [], values: {} },
  });
  return null;
}

const identity = ({ id, project_id }: IntegrationRow) => ({ integration_id: id, project_id });

async function problemWithAuth(
  db: Db,
  integration: IntegrationRow,
  request: Delivered,
): Promise<AuthProblem | "secret_unreadable" | null> {
  try {
    const secret = integration.auth_method === "" ? null : await secretOf(db, integration);
    return authProblem(integration, secret, request.headers, request.bytesOfBody);
  } catch (error) {
    if (error instanceof UndecryptableError) return "secret_unreadable";
    throw error;
  }
}

async function secretOf(db: Db, { project_id, auth_secret_id }: IntegrationRow): Promise<string | null> {
  if (auth_secret_id === null) return null;
  const key = (await openKeys(db, project_id, [auth_secret_id])).get(auth_secret_id);
  return key?.type === "login_password" ? key.password : null;
}

/** One transaction for the task and for the record that rejects a duplicate delivery. */
async function accept(tx: Db, integration: IntegrationRow, request: Delivered): Promise<TaskRow | null> {
  if (!(await lockIntegration(tx, integration))) return null;
  const claimed = await claim(tx, integration, request);
  if (claimed.started) return null;
  const decision = await decideRequest(tx, integration, request);
  await tx.update(webhookDeliveries).set(decisionColumns(decision)).where(eq(webhookDeliveries.id, claimed.id));
  await pruneDeliveries(tx, integration.project_id, "accepted");
  return decision.task;
}

/** Until the transaction ends it cannot be deleted, which locks it before its deliveries and its template; false: it was just now. */
async function lockIntegration(tx: Db, { id }: IntegrationRow): Promise<boolean> {
  const rows = await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(eq(integrations.id, id))
    .for("key share");
  return rows.length > 0;
}

async function decideRequest(tx: Db, integration: IntegrationRow, request: Delivered): Promise<Decision> {
  const auth = { method: integration.auth_method, ok: true };
  if (request.method === "GET" && !integration.accept_get) {
    const verdict = { auth, matchers: [], values: {} };
    return { outcome: "refused", reason: "get_not_accepted", detail: "", issues: null, verdict, task: null };
  }
  return decide(tx, integration, request);
}

const ID_HEADERS = [
  "x-github-delivery",
  "x-gitea-delivery",
  "x-forgejo-delivery",
  "x-gogs-delivery",
  "idempotency-key",
  "x-gitlab-event-uuid",
  "x-request-uuid",
  "webhook-id",
];

/** The sender's id of the delivery. A request without one is always a new delivery, as two equal calls may both be meant. */
function deliveryKey({ headers }: Delivered): string | null {
  const header = ID_HEADERS.find((name) => headers[name]);
  return header ? `${header}:${headers[header]?.slice(0, 200)}` : null;
}

/** Holds the delivery's row until the transaction ends; `started` says that it has had its task. */
async function claim(
  tx: Db,
  integration: IntegrationRow,
  request: Delivered,
): Promise<{ id: number; started: boolean }> {
  const row = onlyRow(
    await tx
      .insert(webhookDeliveries)
      .values({
        ...identity(integration),
        ...keptRequest(request, KEPT_BODY.authenticated),
        delivery_key: deliveryKey(request),
        outcome: "failed",
        verdict: {},
      })
      .onConflictDoUpdate({
        target: [webhookDeliveries.integration_id, webhookDeliveries.delivery_key],
        set: { repeats: sql`${webhookDeliveries.repeats} + 1` },
      })
      .returning({ id: webhookDeliveries.id, outcome: webhookDeliveries.outcome }),
  );
  return { id: row.id, started: row.outcome === "started" };
}
