import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../schemas");

it("the documents that are read or written have these schemas; a changed meaning gets a new id", () => {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const ids = files.map((file) => [file, JSON.parse(readFileSync(path.join(folder, file), "utf8")).$id]);
  expect(Object.fromEntries(ids)).toEqual({
    "backends-build-report.schema.json": "edge.backends.build.report.v1",
    "demo-chat-receipt.schema.json": "edge.demo.chat.receipt.v1",
    "demo-chat-run.schema.json": "edge.demo.chat.run.v1",
    "demo-facts-crawl-url-receipt.schema.json": "edge.demo.facts.crawl_url.receipt.v1",
    "demo-facts-import-receipt.schema.json": "edge.demo.facts.import.receipt.v1",
    "demo-facts-import-url-receipt.schema.json": "edge.demo.facts.import_url.receipt.v1",
    "demo-facts-inspect-report.schema.json": "edge.demo.facts.inspect.report.v1",
    "demo-facts-list-report.schema.json": "edge.demo.facts.list.report.v1",
    "demo-facts.schema.json": "edge.demo.facts.v1",
    "demo-learn-receipt.schema.json": "edge.demo.learn.receipt.v1",
    "demo-learn-run.schema.json": "edge.demo.learn.run.v1",
    "demo-tools-manifest.schema.json": "edge.demo.tools.manifest.v1",
    "demo-tools-validate-report.schema.json": "edge.demo.tools.validate.report.v1",
    "doctor-report.schema.json": "edge.doctor.report.v1",
    "eval-bfcl-answer.schema.json": "edge.eval.bfcl.answer.v1",
    "eval-bfcl-row.schema.json": "edge.eval.bfcl.row.v1",
    "eval-case.schema.json": "edge.eval.case.v1",
    "eval-comparison.schema.json": "edge.eval.comparison.v1",
    "eval-plan.schema.json": "edge.eval.plan.v1",
    "eval-run.schema.json": "edge.eval.run.v1",
    "eval-question.schema.json": "edge.eval.question.v1",
    "eval-summary.schema.json": "edge.eval.summary.v1",
    "imprint-call-gate.schema.json": "edge.imprint.call_gate.v1",
    "imprint-header.schema.json": "edge.imprint.header.v1",
    "imprint-train-run.schema.json": "edge.imprint.train.run.v1",
    "learn-sample.schema.json": "edge.demo.learn.sample.v1",
    "model-catalog.schema.json": "edge.models.catalog.v1",
    "model-hashes.schema.json": "edge.models.hashes.v1",
    "model-part.schema.json": "edge.models.part.v1",
    "models-doctor-report.schema.json": "edge.models.doctor.report.v1",
    "models-fetch-receipt.schema.json": "edge.models.fetch.receipt.v1",
    "models-list-report.schema.json": "edge.models.list.report.v1",
    "models-where-report.schema.json": "edge.models.where.report.v1",
    "pending-action-claim.schema.json": "edge.tools.pending_action.claim.v1",
    "pending-action.schema.json": "edge.tools.pending_action.v1",
    "practice-example.schema.json": "edge.practice.example.v1",
    "practice-report.schema.json": "edge.practice.report.v1",
    "practice-row.schema.json": "edge.practice.row.v1",
    "runner-call.schema.json": "edge.runner.call.v1",
    "runner-discovery.schema.json": "edge.runner.discovery.v1",
    "runner-ready.schema.json": "edge.runner.ready.v1",
    "store-ref.schema.json": "edge.store.ref.v1",
    "tfjs-native-build.schema.json": "edge.tfjs.native_build.v1",
    "tools-confirm-receipt.schema.json": "edge.tools.confirm.receipt.v1",
    "tools-confirm-report.schema.json": "edge.tools.confirm.report.v1",
    "tools-inspect-report.schema.json": "edge.tools.inspect.report.v1",
    "tools-pending-report.schema.json": "edge.tools.pending.report.v1",
    "tools-validate-report.schema.json": "edge.tools.validate.report.v1",
    "training-checkpoint.schema.json": "edge.training.checkpoint.v1",
  });
});

it("every schema file says its draft and has an id of the house's form", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    expect(file).toMatch(/^[a-z0-9-]+\.schema\.json$/);
    const schema = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    expect(schema.$schema, file).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(schema.$id, file).toMatch(/^edge(\.[a-z0-9_]+)+\.v[1-9][0-9]*$/);
  }
});
