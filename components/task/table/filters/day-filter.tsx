import { useSearch } from "@/components/table/use-search";
import { dayOf, momentOf } from "@/components/task/table/filters/day";
import { FilterField, setFilter } from "@/components/task/table/filters/filter-field";
import { Input } from "@/components/ui/input";

type DayFilterProps = { name: "since" | "until"; label: string };

/** A day in the browser's zone, itself included; the address has the moment. */
export function DayFilter({ name, label }: DayFilterProps) {
  const [day, setDay] = useSearch(name, () => setFilter({}), {
    read: (moment) => dayOf(name, moment),
    write: (text) => momentOf(name, text),
  });
  // Without a last day, the browser takes years of six digits.
  return (
    <FilterField label={label}>
      {(id) => (
        <Input id={id} type="date" value={day} max="9999-12-31" onChange={(event) => setDay(event.target.value)} />
      )}
    </FilterField>
  );
}
