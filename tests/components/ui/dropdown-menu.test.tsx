import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Button } from "@/components/ui/button";
import { DropdownMenu, DropdownMenuTrigger } from "@/components/ui/dropdown-menu";

test("the button of a menu does not submit the form around it", () => {
  const shown = renderToStaticMarkup(
    <form>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button>New secret</Button>
        </DropdownMenuTrigger>
        <DropdownMenuTrigger>Plain</DropdownMenuTrigger>
      </DropdownMenu>
    </form>,
  );
  expect(shown.match(/<button[^>]*type="button"/g)).toHaveLength(2);
});
