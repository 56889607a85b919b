import { dayOf, momentOf } from "@/components/task/table/filters/day";
import { FilterField, setFilter } from "@/components/task/table/filters/filter-field";
import { Input } from "@/components/ui/input";

type DayFilterProps = { name: "since" | "until"; label: string; value: string | undefined };

/** A day in the browser's zone, itself included; the address has the moment. */
export const DayFilter = ({ name, label, value }: DayFilterProps) => (
  <FilterField label={label}>
    {(id) => (
      <Input
        id={id}
        type="date"
        value={dayOf(name, value)}
        onChange={(event) => setFilter({ [name]: momentOf(name, event.target.value) })}
      />
    )}
  </FilterField>
);
