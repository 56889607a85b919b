import Link from "next/link";
import type { ReactNode } from "react";
import { LiveBadge } from "@/components/shell/live-badge";
import { MenuButton } from "@/components/shell/menu-button";
import { NavigationBar } from "@/components/shell/page/navigation-bar";
import { PaletteButton } from "@/components/shell/palette/palette-button";
import {
  Breadcrumb,
  BreadcrumbItem,
  BreadcrumbLink,
  BreadcrumbList,
  BreadcrumbSeparator,
} from "@/components/ui/breadcrumb";

type PageHeaderProps = {
  title: string;
  /** The parent pages, without the page itself. */
  crumbs?: { label: string; href: string }[];
  /** Shown before the title, such as a status icon. */
  icon?: ReactNode;
  /** At the right; the main action last. */
  actions?: ReactNode;
};

/** The bar on top of every screen. Actions that leave too little room for the title move to a second row. */
export function PageHeader({ title, crumbs = [], icon, actions }: PageHeaderProps) {
  return (
    <header className="sticky top-0 z-20 flex shrink-0 flex-wrap items-center gap-x-3 bg-background px-4 shadow-[0_1px_var(--border)] min-[900px]:px-6">
      <MenuButton />
      <Breadcrumb className="flex h-12 min-w-28 flex-1 items-center">
        <BreadcrumbList>
          {crumbs.map(({ label, href }) => (
            <Crumb key={href} label={label} href={href} />
          ))}
          <BreadcrumbItem>
            {icon}
            <h1 className="truncate font-semibold text-base text-foreground">{title}</h1>
          </BreadcrumbItem>
        </BreadcrumbList>
      </Breadcrumb>
      <div className="flex shrink-0 items-center gap-2">
        <PaletteButton />
        <LiveBadge />
      </div>
      {actions && <div className="ml-auto flex flex-wrap items-center justify-end gap-2 py-2">{actions}</div>}
      <NavigationBar />
    </header>
  );
}

/** Hidden on a phone, which has the browser's Back button. */
function Crumb({ label, href }: { label: string; href: string }) {
  return (
    <>
      <BreadcrumbItem className="max-w-64 shrink-0 max-sm:hidden">
        <BreadcrumbLink asChild>
          <Link href={href} prefetch={false}>
            {label}
          </Link>
        </BreadcrumbLink>
      </BreadcrumbItem>
      <BreadcrumbSeparator className="max-sm:hidden" />
    </>
  );
}
