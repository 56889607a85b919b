UPDATE "templates" SET "graph" = jsonb_set("graph", '{nodes}', (
  SELECT jsonb_agg(CASE WHEN node #> '{retry,reasons}' @> '"workspace_failed"' THEN jsonb_set(node, '{retry,reasons}', (node #> '{retry,reasons}') || (
      SELECT coalesce(jsonb_agg(reason), '[]') FROM unnest(array['settings_invalid', 'repository_invalid', 'key_invalid', 'state_locked', 'state_failed', 'tool_failed']) reason
      WHERE NOT node #> '{retry,reasons}' @> to_jsonb(reason)))
    ELSE node END ORDER BY place)
  FROM jsonb_array_elements("graph" -> 'nodes') WITH ORDINALITY AS nodes (node, place)))
WHERE jsonb_path_exists("graph", '$.nodes[*].retry.reasons[*] ? (@ == "workspace_failed")');--> statement-breakpoint
UPDATE "workflow_runs" SET "graph" = jsonb_set("graph", '{nodes}', (
  SELECT jsonb_agg(CASE WHEN node #> '{retry,reasons}' @> '"workspace_failed"' THEN jsonb_set(node, '{retry,reasons}', (node #> '{retry,reasons}') || (
      SELECT coalesce(jsonb_agg(reason), '[]') FROM unnest(array['settings_invalid', 'repository_invalid', 'key_invalid', 'state_locked', 'state_failed', 'tool_failed']) reason
      WHERE NOT node #> '{retry,reasons}' @> to_jsonb(reason)))
    ELSE node END ORDER BY place)
  FROM jsonb_array_elements("graph" -> 'nodes') WITH ORDINALITY AS nodes (node, place)))
WHERE jsonb_path_exists("graph", '$.nodes[*].retry.reasons[*] ? (@ == "workspace_failed")') AND EXISTS (
  SELECT FROM "tasks" WHERE "tasks"."id" = "workflow_runs"."task_id" AND "tasks"."status" NOT IN ('success', 'error', 'stopped'));