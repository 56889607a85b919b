import { useEffect, useSyncExternalStore } from "react";
import { api } from "@/components/api-client";
import { useConsole } from "@/components/shell/console-context";
import type { Project } from "@/lib/project/schema";

/** `projects`: by name; none before they are loaded. */
type Projects = { projects: Project[] } & ({ state: "loading" | "loaded" } | { state: "failed"; thrown: unknown });

const LOADING: Projects = { projects: [], state: "loading" };

/** What this page last learned, and whose projects they are. */
let known: { userId: number; answer: Projects } = { userId: 0, answer: LOADING };
let loadingFor: number | null = null;
const readers = new Set<() => void>();

/** Asks for the user's projects, also ahead of what is about to show them. If that fails, what is known stays. */
export function loadProjects(userId: number): void {
  if (loadingFor === userId) return;
  loadingFor = userId;
  void ask(userId).finally(() => {
    if (loadingFor === userId) loadingFor = null;
  });
}

async function ask(userId: number): Promise<void> {
  const last = known.userId === userId ? known.answer : LOADING;
  if (last.state === "failed") tell(userId, LOADING);
  const answer = await api("GET /projects").then(
    (projects): Projects => ({ projects, state: "loaded" }),
    (thrown: unknown): Projects => (last.state === "loaded" ? last : { projects: [], state: "failed", thrown }),
  );
  tell(userId, answer);
}

function tell(userId: number, answer: Projects): void {
  known = { userId, answer };
  for (const notify of readers) notify();
}

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

/** The user's projects. No page contains them, as it would grow with them: what lists them asks when it opens. */
export function useProjects(): Projects {
  const { id } = useConsole().user;
  const { userId, answer } = useSyncExternalStore(
    subscribe,
    () => known,
    () => known,
  );
  useEffect(() => loadProjects(id), [id]);
  return userId === id ? answer : LOADING;
}
