//! A client of the real program; every answer is checked against the schema that the tool declares.

use boon::{Compiler, Schemas};
use rmcp::model::{CallToolRequestParams, Tool};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt};
use serde_json::Value;
use std::future::Future;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};
use tokio::runtime::{Builder, Runtime};

/// A test that waits longer for an answer fails.
const PATIENCE: Duration = Duration::from_mins(2);

/// A session with a server of its own.
pub(super) struct Client {
    runtime: Runtime,
    session: Option<RunningService<RoleClient, ()>>,
    child: Child,
    tools: Vec<Tool>,
}

/// Fails if a JSON value does not match a schema, or the schema is none.
pub(super) fn check(schema: &Value, instance: &Value, what: &str) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("schema.json", schema.clone()).unwrap();
    let compiled = compiler.compile("schema.json", &mut schemas);
    let compiled = compiled.unwrap_or_else(|error| panic!("{what}: {error:#}"));
    if let Err(error) = schemas.validate(instance, compiled) {
        panic!("{what}: {error:#}\n{instance:#}");
    }
}

impl Client {
    /// Starts the program in a folder, with the rights to that folder.
    pub(super) fn new(folder: &Path) -> Self {
        Self::with_folders(folder, &["."])
    }

    pub(super) fn with_folders(at: &Path, folders: &[&str]) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let (child, session, tools) = runtime.block_on(async {
            let mut command = Command::new(env!("CARGO_BIN_EXE_unhusk"));
            command.arg("mcp").current_dir(at);
            for folder in folders {
                command.args(["--folder", folder]);
            }
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut child = command.kill_on_drop(true).spawn().unwrap();
            let transport = (child.stdout.take().unwrap(), child.stdin.take().unwrap());
            let session = soon(().serve(transport)).await.unwrap();
            let tools = soon(session.list_all_tools()).await.unwrap();
            (child, session, tools)
        });
        Self { runtime, session: Some(session), child, tools }
    }

    pub(super) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    pub(super) fn session(&self) -> &RunningService<RoleClient, ()> {
        self.session.as_ref().unwrap()
    }

    /// Runs something of the session.
    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(soon(future))
    }

    /// Calls a tool; returns its answer, or the message of its failure.
    pub(super) fn call(&self, tool: &str, input: Value) -> Result<Value, String> {
        match self.try_call(tool, input).unwrap() {
            Ok(answer) => {
                let described = self.tools.iter().find(|one| one.name == tool).unwrap();
                let schema = described.output_schema.as_ref().unwrap();
                check(&Value::Object(schema.as_ref().clone()), &answer, tool);
                Ok(answer)
            }
            Err(message) => Err(message),
        }
    }

    /// Calls a tool; returns its answer or the message of its failure, or an error of the protocol.
    pub(super) fn try_call(
        &self,
        tool: &str,
        input: Value,
    ) -> Result<Result<Value, String>, ServiceError> {
        let Value::Object(input) = input else { panic!("the input of a tool is an object") };
        let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(input);
        let result = self.block_on(self.session().call_tool(request))?;
        let text = result.content.iter().filter_map(|one| Some(one.as_text()?.text.as_str()));
        let text: String = text.collect();
        if result.is_error == Some(true) {
            return Ok(Err(text));
        }
        let answer = result.structured_content.expect("an answer has a structure");
        assert_eq!(text, answer.to_string(), "for clients that read text alone");
        Ok(Ok(answer))
    }

    /// Closes standard input; returns the exit code of the program.
    pub(super) fn close(mut self) -> Option<i32> {
        let session = self.session.take().unwrap();
        let status = self.runtime.block_on(soon(async {
            session.cancel().await.unwrap();
            self.child.wait().await.unwrap()
        }));
        status.code()
    }
}

async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.expect("an answer in time")
}
