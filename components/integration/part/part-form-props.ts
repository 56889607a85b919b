export type PartFormProps<Part> = {
  projectId: number;
  integrationId: number;
  /** Null makes a new one. */
  item: Part | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSaved: () => void;
};
