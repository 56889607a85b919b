import { useSearch } from "@/components/table/use-search";
import { FilterField, setFilter } from "@/components/task/table/filters/filter-field";
import { Input } from "@/components/ui/input";
import { MAX_SEARCH } from "@/lib/protocol/query";

/** Builds of a version, and their deploys. */
export function VersionFilter({ label }: { label: string }) {
  const [version, setVersion] = useSearch("version", () => setFilter({}));
  return (
    <FilterField label={label}>
      {(id) => (
        <Input
          id={id}
          value={version}
          maxLength={MAX_SEARCH}
          onChange={(event) => setVersion(event.target.value)}
          spellCheck={false}
        />
      )}
    </FilterField>
  );
}
