//! The tools, one file each: name, input, answer, and the call of the library.

mod explain;
mod extract;
mod induce;
mod learn;
mod like;
mod repair;
mod teaching;
mod verify;

use crate::bounds::shortened;
use crate::error::ToolError;
use crate::session::Session;
use rmcp::handler::server::tool::{schema_for_input, schema_for_output};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// All tools, in the order in which a project uses them.
pub(crate) const TOOLS: [ToolEntry; 7] = [
    ToolEntry::of::<learn::Learn>(),
    ToolEntry::of::<like::Like>(),
    ToolEntry::of::<induce::Induce>(),
    ToolEntry::of::<extract::Extract>(),
    ToolEntry::of::<verify::Verify>(),
    ToolEntry::of::<repair::Repair>(),
    ToolEntry::of::<explain::Explain>(),
];

/// A verb as a tool.
trait Verb {
    /// The name of the tool, which is that of the verb.
    const NAME: &'static str;
    /// Its effect, its purpose and the next step: the model has no other documentation.
    const DESCRIPTION: &'static str;
    /// Whether it writes files.
    const WRITES: bool;
    type Input: DeserializeOwned + JsonSchema + 'static;
    type Answer: Serialize + JsonSchema + 'static;

    fn run(session: &Session, input: Self::Input) -> Result<Self::Answer, ToolError>;
}

/// A tool, without its types.
pub(crate) struct ToolEntry {
    pub(crate) name: &'static str,
    describe: fn() -> Tool,
    call: fn(&Session, JsonObject) -> Result<Value, ToolError>,
}

impl ToolEntry {
    const fn of<V: Verb>() -> Self {
        Self { name: V::NAME, describe: describe::<V>, call: call::<V> }
    }

    /// The tool as clients see it.
    pub(crate) fn describe(&self) -> Tool {
        (self.describe)()
    }

    /// Runs the tool. The answer matches its output schema.
    pub(crate) fn call(&self, session: &Session, input: JsonObject) -> Result<Value, ToolError> {
        (self.call)(session, input)
    }
}

fn describe<V: Verb>() -> Tool {
    let input = schema_for_input::<V::Input>().expect("the input of a tool is an object");
    // Only files in the folders are changed, and an existing one only with `overwrite`.
    let annotations = ToolAnnotations::new().read_only(!V::WRITES).open_world(false);
    Tool::new(V::NAME, V::DESCRIPTION, input)
        .with_raw_output_schema(schema_for_output::<V::Answer>())
        .with_annotations(if V::WRITES { annotations.destructive(true) } else { annotations })
}

fn call<V: Verb>(session: &Session, input: JsonObject) -> Result<Value, ToolError> {
    let input = serde_path_to_error::deserialize(Value::Object(input)).map_err(|error| {
        let path = error.path().to_string();
        let at = if path == "." { String::new() } else { format!("`{path}`: ") };
        ToolError::new(shortened(&format!("{at}{}", error.inner())))
    })?;
    let answer = V::run(session, input)?;
    Ok(serde_json::to_value(answer)?)
}
