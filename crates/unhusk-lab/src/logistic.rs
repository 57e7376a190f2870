//! Logistic regression by Newton's method.

/// Newton's method converges in fewer steps.
const N_STEPS: usize = 15;
/// Limit on the change of a weight in one step, so that none diverges if the cases are separable.
const LARGEST_STEP: f64 = 3.0;

/// Logistic regression: returns the bias and the weight of each input.
pub(crate) fn logistic<const N: usize>(rows: &[([f64; N], bool)], ridge: f64) -> (f64, [f64; N]) {
    let n = N + 1;
    let mut weights = vec![0.0; n];
    for _ in 0..N_STEPS {
        let mut gradient = vec![0.0; n];
        let mut hessian = vec![vec![0.0; n]; n];
        for (signals, is_wrong) in rows {
            let mut inputs = vec![1.0; n];
            inputs[1..].copy_from_slice(signals);
            let sum: f64 = weights.iter().zip(&inputs).map(|(weight, input)| weight * input).sum();
            let probability = 1.0 / (1.0 + (-f64::clamp(sum, -30.0, 30.0)).exp());
            let error = f64::from(u8::from(*is_wrong)) - probability;
            let variance = probability * (1.0 - probability);
            for row in 0..n {
                gradient[row] += error * inputs[row];
                for column in 0..n {
                    hessian[row][column] += variance * inputs[row] * inputs[column];
                }
            }
        }
        for at in 0..n {
            // The bias is not regularized.
            let ridge = if at == 0 { 1e-6 } else { ridge };
            hessian[at][at] += ridge;
            gradient[at] -= if at == 0 { 0.0 } else { ridge * weights[at] };
        }
        for (weight, step) in weights.iter_mut().zip(solve(hessian, gradient)) {
            *weight += f64::clamp(step, -LARGEST_STEP, LARGEST_STEP);
        }
    }
    let mut of_inputs = [0.0; N];
    of_inputs.copy_from_slice(&weights[1..]);
    (weights[0], of_inputs)
}

/// Solves linear equations by elimination; the matrix is positive definite.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for pivot in 0..n {
        for row in pivot + 1..n {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot].clone();
            matrix[row].iter_mut().zip(above).for_each(|(entry, other)| *entry -= factor * other);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
