import type { ReactNode } from "react";
import { api } from "@/components/api-client";
import type { FormRequest } from "@/components/create/create-context";
import { SideSheet } from "@/components/form/form-panel";

type Dialog = { open: boolean; onOpenChange: (open: boolean) => void; onSaved: () => void };
export type LoadedForm = (dialog: Dialog) => ReactNode;

/** Loads the form like `loadForm`; it opens at the side, over the form that asks for it. */
export async function loadSheet(projectId: number, request: FormRequest): Promise<LoadedForm> {
  const form = await loadForm(projectId, request);
  return (dialog) => <SideSheet value={true}>{form(dialog)}</SideSheet>;
}

/** Loads the form for a request, and what the form's own selects offer. */
export async function loadForm(projectId: number, request: FormRequest): Promise<LoadedForm> {
  const params = { projectId };
  switch (request.kind) {
    case "key": {
      const { KeyForm } = await import("@/components/key/key-form");
      const { item = null, type, onCreated } = request;
      return (dialog) => <KeyForm {...dialog} {...{ projectId, item, type, onCreated }} />;
    }
    case "repository": {
      const [{ RepositoryForm }, keys] = await Promise.all([
        import("@/components/repository/repository-form"),
        api("GET /project/:projectId/keys", { params }),
      ]);
      const { id: repositoryId = null, onCreated } = request;
      return (dialog) => <RepositoryForm {...dialog} {...{ projectId, keys, repositoryId, onCreated }} />;
    }
    case "inventory": {
      const [{ InventoryForm }, keys, repositories] = await Promise.all([
        import("@/components/inventory/inventory-form"),
        api("GET /project/:projectId/keys", { params }),
        api("GET /project/:projectId/repositories", { params }),
      ]);
      const { id: inventoryId = null, type, onCreated } = request;
      const shared = { projectId, keys, repositories, inventoryId, type, onCreated };
      return (dialog) => <InventoryForm {...dialog} {...shared} />;
    }
    case "environment": {
      const { EnvironmentForm } = await import("@/components/environment/environment-form");
      const { id: environmentId = null, onCreated } = request;
      return (dialog) => <EnvironmentForm {...dialog} {...{ projectId, environmentId, onCreated }} />;
    }
    case "schedule": {
      const [{ ScheduleForm }, templates] = await Promise.all([
        import("@/components/schedule/schedule-form"),
        api("GET /project/:projectId/templates", { params }),
      ]);
      return (dialog) => <ScheduleForm {...dialog} {...{ projectId, templates, item: null }} />;
    }
    case "view": {
      const [{ NewViewForm }, views] = await Promise.all([
        import("@/components/view/new-view-form"),
        api("GET /project/:projectId/views", { params }),
      ]);
      const { onCreated } = request;
      return (dialog) => <NewViewForm {...dialog} {...{ projectId, onCreated }} position={views.length} />;
    }
  }
}
